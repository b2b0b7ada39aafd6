/** Permissions that a plugin's manifest asks for. */
export interface PluginPermissions {
  readonly events: readonly string[];
  readonly state: boolean;
  readonly emit: readonly string[];
  readonly http: readonly string[];
}

export interface PermissionLine {
  readonly kind: 'events' | 'emit' | 'http' | 'state';
  /** The event, or the host; empty for its store. */
  readonly subject: string;
  /** Beside an installed version: whether it is new, goes, or stays. */
  readonly change: 'added' | 'removed' | 'same';
}

type Entry = Omit<PermissionLine, 'change'>;

const entriesOf = ({ events, state, emit, http }: PluginPermissions): readonly Entry[] => [
  ...events.map((subject) => ({ kind: 'events' as const, subject })),
  ...emit.map((subject) => ({ kind: 'emit' as const, subject })),
  ...http.map((subject) => ({ kind: 'http' as const, subject })),
  ...(state ? [{ kind: 'state' as const, subject: '' }] : []),
];

const holds = (entries: readonly Entry[], { kind, subject }: Entry): boolean =>
  entries.some((each) => each.kind === kind && each.subject === subject);

/** Every permission, and with a former version what is new and what goes. */
export function permissionLines(
  wanted: PluginPermissions,
  former?: PluginPermissions,
): readonly PermissionLine[] {
  const now = entriesOf(wanted);
  const before = former === undefined ? now : entriesOf(former);
  return [
    ...now.map((entry): PermissionLine => ({ ...entry, change: holds(before, entry) ? 'same' : 'added' })),
    ...before
      .filter((entry) => !holds(now, entry))
      .map((entry): PermissionLine => ({ ...entry, change: 'removed' })),
  ];
}
