// The views of the page. A view is a component that gets the page.
import { AnalyseView } from "./analyse.js";
import { NewGame } from "./setup.js";
import { LearningView } from "./learning.js";
import { MctsView } from "./mcts.js";
import { PlayView } from "./play.js";
import { ProofView } from "./proof.js";
import { ReviewView } from "./review.js";
import { SearchView } from "./search.js";
import { StepsView } from "./steps.js";
import { TournamentView } from "./tournament.js";

/** @typedef {import("./page.js").Page} Page */

/**
 * By the first word of their addresses; those with a title are reached by a link from any position.
 * @type {Record<string, { title: string, component: (props: { page: Page }) => any }>}
 */
export const VIEWS = {
  new: { title: "", component: NewGame },
  play: { title: "", component: PlayView },
  analyse: { title: "Analyse", component: AnalyseView },
  review: { title: "Review", component: ReviewView },
  search: { title: "Search tree", component: SearchView },
  mcts: { title: "Monte Carlo", component: MctsView },
  proof: { title: "Proof", component: ProofView },
  steps: { title: "Step by step", component: StepsView },
  learning: { title: "", component: LearningView },
  tournament: { title: "", component: TournamentView },
};
