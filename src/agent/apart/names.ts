// What stands in transcripts of skills that ran apart, and in those of the turns that called them. Names only.

/** The tool that runs one. */
export const SKILL_RUN = 'skill_run';
