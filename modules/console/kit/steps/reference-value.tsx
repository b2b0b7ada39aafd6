import { ReferenceField } from '../controls/reference-field.tsx';
import { useRead } from '../data/use-read.ts';
import type { SchemaProperty } from '../forms/schema/schema-controls.ts';
import { NamedReference } from '../lists/named-reference.tsx';
import { useSession } from '../session/session.ts';

const KINDS = ['site', 'controller', 'device', 'user'] as const;
export type ReferenceKind = (typeof KINDS)[number];

/** Kind of thing that an id in a schema names; null for other ids. */
export function referenceKindOf(schema: SchemaProperty['schema']): ReferenceKind | null {
  const branches = [schema, ...(schema.anyOf ?? [])];
  return KINDS.find((kind) => branches.some((branch) => branch['x-refers-to'] === kind)) ?? null;
}

type Props = Omit<SchemaProperty, 'schema' | 'path'> & { readonly hint?: string };

/** Chooses what an id refers to by its name. */
export function ReferenceValue({ kind, ...property }: Props & { readonly kind: ReferenceKind }) {
  if (kind === 'device') return <DeviceReference {...property} />;
  if (kind === 'user') return <UserReference {...property} />;
  const { value, set, label, isRequired, error, hint } = property;
  return (
    <NamedReference
      kind={kind}
      label={label}
      isRequired={isRequired}
      error={error}
      {...(hint === undefined ? {} : { hint })}
      value={idOf(value)}
      onChange={(id) => set(id ?? undefined)}
    />
  );
}

const idOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function DeviceReference({ value, set, label, isRequired, error, hint }: Props) {
  const device_id = idOf(value);
  const read = useRead(
    '/devices/{device_id}',
    { path: { device_id: device_id ?? '' } },
    { enabled: device_id !== null },
  );
  if (device_id !== null && read.isPending && !read.isError) return null;
  return (
    <ReferenceField
      label={label}
      isRequired={isRequired}
      error={error}
      hint={hint}
      path="/devices"
      value={device_id}
      onChange={(id) => set(id ?? undefined)}
      nameOf={({ name }) => name}
      initialName={read.data?.name ?? ''}
    />
  );
}

function UserReference({ value, set, label, isRequired, error, hint }: Props) {
  const { mayCall } = useSession();
  const user_id = idOf(value);
  const read = useRead(
    '/users/{user_id}',
    { path: { user_id: user_id ?? '' } },
    { enabled: user_id !== null && mayCall('GET', '/users/{user_id}') },
  );
  if (user_id !== null && read.isLoading) return null;
  return (
    <ReferenceField
      label={label}
      isRequired={isRequired}
      error={error}
      hint={hint}
      path="/users"
      value={user_id}
      onChange={(id) => set(id ?? undefined)}
      nameOf={({ display_name, username }) => display_name ?? username}
      initialName={read.data?.display_name ?? read.data?.username ?? ''}
    />
  );
}
