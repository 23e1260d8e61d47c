// Short sounds without files: off until somebody wants them.

const KEY = "plyground-sound";
/** @type {Record<string, { pitch: number, at: number, seconds: number }[]>} */
const NOTES = {
  move: [{ pitch: 520, at: 0, seconds: 0.07 }],
  over: [
    { pitch: 523, at: 0, seconds: 0.16 },
    { pitch: 659, at: 0.14, seconds: 0.16 },
    { pitch: 784, at: 0.28, seconds: 0.3 },
  ],
};
const LOUDNESS = 0.12;
/** @type {AudioContext | null} */
let context = null;

export function hasSound() {
  return localStorage.getItem(KEY) === "on";
}

/** @param {boolean} isOn */
export function setSound(isOn) {
  localStorage.setItem(KEY, isOn ? "on" : "off");
  if (isOn) sound("move");
}

/**
 * Play a sound, if they are on.
 * @param {"move" | "over"} kind
 */
export function sound(kind) {
  if (!hasSound()) return;
  context ??= new AudioContext();
  void context.resume();
  for (const { pitch, at, seconds } of NOTES[kind]) {
    const [tone, volume, begin] = [context.createOscillator(), context.createGain(), context.currentTime + at];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUDNESS, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + seconds);
  }
}
