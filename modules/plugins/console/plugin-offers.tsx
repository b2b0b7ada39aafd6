import { Badge, Disclosure, EmptyState, Json, Panel, Row, Stack, useTexts } from '@patchbay/console-kit';
import type { Plugin } from './plugin.ts';
import { texts } from './texts.ts';

interface Offer {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly permission?: string | null;
  /** Schemas by what they describe. */
  readonly schemas: readonly (readonly [label: string, schema: unknown])[];
}

/** Events, operations and tools that it adds to the catalog. */
export function PluginOffers({
  manifest: { events, operations, tools },
}: {
  readonly manifest: Plugin['manifest'];
}) {
  const t = useTexts(texts);
  if (events.length + operations.length + tools.length === 0)
    return <EmptyState title={t.no_offers}>{t.no_offers_hint}</EmptyState>;
  return (
    <Stack>
      <Offers
        title={t.events}
        offers={events.map(({ type, title, description, payload_schema }) => ({
          name: type,
          title,
          description,
          schemas: [[t.payload, payload_schema]],
        }))}
      />
      <Offers
        title={t.operations}
        offers={operations.map(({ id, title, description, permission, input_schema, output_schema }) => ({
          name: id,
          title,
          description,
          permission,
          schemas: [
            [t.input, input_schema],
            [t.output, output_schema],
          ],
        }))}
      />
      <Offers
        title={t.tools}
        offers={tools.map(({ name, description, input_schema }) => ({
          name,
          title: name,
          description,
          schemas: [[t.input, input_schema]],
        }))}
      />
    </Stack>
  );
}

function Offers({ title, offers }: { readonly title: string; readonly offers: readonly Offer[] }) {
  if (offers.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className="stack" data-gap="small">
        {offers.map((offer) => (
          <li key={offer.name} className="stack" data-gap="small">
            <Row>
              <strong>{offer.title}</strong>
              <code>{offer.name}</code>
              {offer.permission === undefined || offer.permission === null ? null : (
                <Badge>{offer.permission}</Badge>
              )}
            </Row>
            {offer.description === '' ? null : <p className="muted">{offer.description}</p>}
            {offer.schemas.map(([label, schema]) => (
              <Disclosure key={label} title={label}>
                <Json label={`${offer.title}: ${label}`} value={schema} />
              </Disclosure>
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
