import { Identifier, type RowOf, UserLink, useTexts } from '@patchbay/console-kit';
import { texts } from './texts.ts';

export type AuditRecord = RowOf<'/audit'>;

/** A user, or one of their keys; the platform itself has no name. */
export function Actor({ record: { actor_id, actor_kind, key_id } }: { readonly record: AuditRecord }) {
  const t = useTexts(texts);
  if (actor_id === null) return <>{actor_kind}</>;
  return (
    <>
      <UserLink user_id={actor_id} />
      {key_id === null ? null : <> ({t.by_key})</>}
    </>
  );
}

export function Target({ record: { target_type, target_id } }: { readonly record: AuditRecord }) {
  return (
    <>
      {target_type} {target_id === null ? null : <Identifier id={target_id} />}
    </>
  );
}
