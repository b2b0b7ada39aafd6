/** Fields of a new organization and its administrator. */
export interface Draft {
  readonly organization_name: string;
  readonly organization_slug: string;
  readonly email: string;
  readonly username: string;
  readonly password: string;
  readonly repeated: string;
  readonly setup_token: string;
}

export const EMPTY: Draft = {
  organization_name: '',
  organization_slug: '',
  email: '',
  username: '',
  password: '',
  repeated: '',
  setup_token: '',
};

export const STEPS = ['organization', 'administrator', 'check'] as const;
export type Step = (typeof STEPS)[number];

const FIELDS: Readonly<Record<Step, readonly (keyof Draft)[]>> = {
  organization: ['organization_name', 'organization_slug'],
  administrator: ['email', 'username', 'password'],
  check: ['setup_token'],
};

export const fieldsOf = (step: Step): readonly string[] => FIELDS[step];

/** The first step that holds one of the refused fields; the last where none does. */
export const stepOfFaults = (refused: readonly string[]): Step =>
  STEPS.find((step) => FIELDS[step].some((field) => refused.includes(field))) ?? 'check';

/** As the platform takes it: what was left empty is not sent. */
export function setupBody({ repeated, organization_slug, setup_token, ...draft }: Draft) {
  return {
    ...draft,
    ...(organization_slug === '' ? {} : { organization_slug }),
    ...(setup_token === '' ? {} : { setup_token: setup_token.trim() }),
  };
}
