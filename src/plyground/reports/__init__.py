"""Reports as people read them: tables, plots and pages, whatever they are about."""
