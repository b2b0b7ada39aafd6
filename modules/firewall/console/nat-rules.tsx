import {
  Badge,
  type Column,
  ControllerLink,
  ResourceList,
  type RowOf,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { OrAny, RuleLink } from './rule-parts.tsx';
import { addressText, listText, ruleKey } from './rule-texts.ts';
import { texts } from './texts.ts';
import { useScopeFilters } from './use-scope-filters.ts';

type Translation = RowOf<'/firewall/nat'>;

/** Address translations of all firewalls. */
export function NatRules() {
  const t = useTexts(texts);
  const kinds = { source: t.nat_source, destination: t.nat_destination, one_to_one: t.nat_one_to_one };
  return (
    <ResourceList
      path="/firewall/nat"
      label={t.nat}
      columns={useColumns(kinds)}
      filters={[
        ...useScopeFilters(),
        {
          kind: 'choice',
          key: 'kind',
          label: t.nat_kind,
          choices: Object.entries(kinds).map(([value, label]) => ({ value, label })),
        },
      ]}
      prefix="nat_"
      idOf={(rule) => ruleKey(rule.controller_id, rule)}
      nameOf={({ name }) => name}
      live={['gateway.sync.completed']}
      exportName="firewall-nat"
      empty={{ title: t.nat_empty, hint: t.nat_empty_hint }}
    />
  );
}

function useColumns(kinds: Readonly<Record<Translation['kind'], string>>): readonly Column<Translation>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  return [
    {
      id: 'rule',
      title: t.rule,
      sort: 'name',
      cell: (rule) => (
        <>
          <RuleLink controller_id={rule.controller_id} rule={rule} />{' '}
          {rule.enabled ? null : <Badge kind="warning">{t.off}</Badge>}
        </>
      ),
      text: ({ name }) => name,
    },
    {
      id: 'controller',
      title: w.controller,
      sort: 'controller_name',
      cell: ({ controller_id }) => <ControllerLink controller_id={controller_id} />,
      text: ({ controller_name }) => controller_name,
    },
    {
      id: 'kind',
      title: t.nat_kind,
      sort: 'kind',
      cell: ({ kind }) => kinds[kind],
      text: ({ kind }) => kind,
    },
    {
      id: 'position',
      title: t.position,
      sort: 'position',
      align: 'end',
      cell: ({ position }) => position,
      text: ({ position }) => position,
    },
    {
      id: 'interfaces',
      title: t.interfaces,
      cell: ({ interfaces }) => <OrAny text={listText(interfaces)} />,
      text: ({ interfaces }) => listText(interfaces),
    },
    {
      id: 'protocols',
      title: t.protocols,
      cell: ({ protocols }) => <OrAny text={listText(protocols)} />,
      text: ({ protocols }) => listText(protocols),
    },
    {
      id: 'source',
      title: t.source,
      cell: ({ source }) => <OrAny text={addressText(source)} />,
      text: ({ source }) => addressText(source),
    },
    {
      id: 'destination',
      title: t.destination,
      cell: ({ destination }) => <OrAny text={addressText(destination)} />,
      text: ({ destination }) => addressText(destination),
    },
    {
      id: 'ports',
      title: t.ports,
      cell: ({ destination_ports }) => <OrAny text={listText(destination_ports)} />,
      text: ({ destination_ports }) => listText(destination_ports),
    },
    {
      id: 'translated',
      title: t.translated,
      cell: (rule) => <span className="mono">{translation(rule)}</span>,
      text: (rule) => translation(rule),
    },
  ];
}

const translation = ({ translated_to, translated_ports }: Translation): string =>
  [translated_to, translated_ports].filter((part) => part !== null).join(':');
