/** A Connection or a rule: runs belong to it and act as its author. */
export interface Owner {
  readonly id: string;
  readonly organization_id: string;
  readonly author_id: string;
}
