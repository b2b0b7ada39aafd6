import { useTexts } from '@patchbay/console-kit';
import { Field } from '../controls/field.tsx';
import type { Draft } from './draft.ts';
import { texts } from './texts.ts';

export interface DraftFieldsProps {
  readonly draft: Draft;
  change(part: Partial<Draft>): void;
  faultOf(field: string): string | undefined;
}

export function OrganizationFields({
  draft,
  change,
  faultOf,
  hasSlug,
}: DraftFieldsProps & { readonly hasSlug: boolean }) {
  const t = useTexts(texts);
  return (
    <>
      <Field
        label={t.organization_name}
        autoComplete="organization"
        isFirst
        value={draft.organization_name}
        onChange={(organization_name) => change({ organization_name })}
        error={faultOf('organization_name')}
      />
      {hasSlug ? (
        <Field
          label={t.organization_slug}
          hint={t.slug_hint}
          autoComplete="off"
          isRequired={false}
          value={draft.organization_slug}
          onChange={(organization_slug) => change({ organization_slug })}
          error={faultOf('organization_slug')}
        />
      ) : null}
    </>
  );
}

export function AdministratorFields({
  draft,
  change,
  faultOf,
  isFirst,
}: DraftFieldsProps & { readonly isFirst: boolean }) {
  const t = useTexts(texts);
  const differs = draft.repeated !== '' && draft.repeated !== draft.password;
  return (
    <>
      <Field
        label={t.email}
        type="email"
        autoComplete="email"
        isFirst={isFirst}
        value={draft.email}
        onChange={(email) => change({ email })}
        error={faultOf('email')}
      />
      <Field
        label={t.username}
        hint={t.username_hint}
        autoComplete="username"
        value={draft.username}
        onChange={(username) => change({ username })}
        error={faultOf('username')}
      />
      <Field
        label={t.password}
        type="password"
        autoComplete="new-password"
        value={draft.password}
        onChange={(password) => change({ password })}
        error={faultOf('password')}
      />
      <Field
        label={t.repeated}
        type="password"
        autoComplete="new-password"
        value={draft.repeated}
        onChange={(repeated) => change({ repeated })}
        error={differs ? t.differ : undefined}
      />
    </>
  );
}
