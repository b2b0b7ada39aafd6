import {
  call,
  FormDialog,
  type FormField,
  type ReplyOf,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { texts } from './texts.ts';

export type Site = ReplyOf<'GET', '/sites/{site_id}'>;

interface Values {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly timezone: string;
  readonly address: string;
}

const valuesOf = (site: Site): Values => ({
  name: site.name,
  slug: site.slug,
  description: site.description ?? '',
  timezone: site.timezone ?? '',
  address: site.address ?? '',
});

const NOTHING: Values = { name: '', slug: '', description: '', timezone: '', address: '' };

function useFields(): readonly FormField<Values>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  return [
    { kind: 'text', key: 'name', label: w.name, isRequired: true },
    { kind: 'text', key: 'slug', label: t.slug, hint: t.slug_hint },
    { kind: 'text', key: 'timezone', label: t.timezone, hint: 'Europe/Berlin' },
    { kind: 'text', key: 'address', label: t.address },
    { kind: 'multiline', key: 'description', label: w.description },
  ];
}

export interface SiteFormProps {
  readonly isOpen: boolean;
  onClose(): void;
}

export function NewSite({ isOpen, onClose }: SiteFormProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const create = useWrite('POST', '/sites', { done: ({ name }) => t.created(name) });
  return (
    <FormDialog
      title={t.new}
      isOpen={isOpen}
      onClose={onClose}
      fields={useFields()}
      initial={NOTHING}
      action={w.create}
      submit={({ name, slug, description, timezone, address }) =>
        create.send({
          body: {
            name,
            ...(slug === '' ? {} : { slug }),
            ...(description === '' ? {} : { description }),
            ...(timezone === '' ? {} : { timezone }),
            ...(address === '' ? {} : { address }),
          },
        })
      }
    />
  );
}

export interface EditSiteProps extends SiteFormProps {
  readonly site: Site;
  readonly etag: string | null;
}

export function EditSite({ site, etag, isOpen, onClose }: EditSiteProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const path = { site_id: site.id };
  const save = useWrite('PATCH', '/sites/{site_id}', { done: t.saved });
  return (
    <FormDialog
      title={t.edit}
      isOpen={isOpen}
      onClose={onClose}
      fields={useFields()}
      initial={valuesOf(site)}
      action={w.save}
      submit={({ name, slug, description, timezone, address }, newest) =>
        save.send({
          path,
          etag: newest ?? etag,
          body: {
            name,
            slug,
            description: description || null,
            timezone: timezone || null,
            address: address || null,
          },
        })
      }
      latest={async () => {
        const { data, response } = await call('GET', '/sites/{site_id}', { path });
        return { values: valuesOf(data), etag: response.headers.get('etag') };
      }}
    />
  );
}
