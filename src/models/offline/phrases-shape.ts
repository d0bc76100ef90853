// What the stand-in can say, in whatever language.

export interface Phrases {
  /** What it is, what it can do, how to add a model. */
  introduce: string;
  /** The same in a group, where files and configuration are the owner's. */
  introduceGroup: string;
  /** To somebody who says "quit". */
  leave: string;
  thanks: string;
  rememberWhat: string;
  noted: (fact: string, place: string) => string;
  notSaved: (why: string) => string;
  found: string;
  nothing: string;
  /** Behind `nothing`, to somebody who did not ask. */
  hint: string;
  cannotForget: string;
  /** Before the lines that could be struck out. */
  stands: string;
  /** There is no line to strike out. */
  noLine: string;
  searchFailed: (why: string) => string;
  noTool: { remember: string; search: string; read: string };
  oddResult: string;
  emptyFile: (path: string) => string;
  nothingToSummarise: string;
}
