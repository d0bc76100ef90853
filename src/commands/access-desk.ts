// What commands and the command line need to know and change about who may speak. Types only.

export interface AccessDesk {
  readonly placeholder?: never;
}
