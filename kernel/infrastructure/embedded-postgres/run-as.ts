interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/** An identity PostgreSQL agrees to run under; it refuses root. */
export interface RunAs {
  readonly name: string;
  /** The user who must own the cluster, or undefined when that is the platform's own user. */
  readonly owner: number | undefined;
  command(program: string, args: readonly string[]): Command;
}
