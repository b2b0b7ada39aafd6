import {
  Badge,
  type Column,
  ControllerLink,
  ResourceList,
  Row,
  type RowOf,
  useRead,
  useSearchTexts,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { type Findings, findingsByRule } from './findings.ts';
import styles from './firewall.module.css';
import { HygieneCounts } from './hygiene-counts.tsx';
import { ActionBadge, OrAny, RuleLink } from './rule-parts.tsx';
import { addressText, interfacesText, listText, ruleKey } from './rule-texts.ts';
import { texts } from './texts.ts';
import { useScopeFilters } from './use-scope-filters.ts';

type Rule = RowOf<'/firewall/rules'>;

const PER_PAGE = 200;

/** Rules in the order in which they are tried, the findings about each beside it. */
export function FirewallRules() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { site_id, controller_id, vendor } = useSearchTexts();
  const scope = {
    ...(site_id === undefined ? {} : { site_id }),
    ...(controller_id === undefined ? {} : { controller_id }),
    ...(vendor === undefined ? {} : { vendor }),
  };
  const report = useRead(
    '/firewall/hygiene',
    { query: { ...scope, per_page: PER_PAGE } },
    { live: ['gateway.sync.completed'] },
  );
  const findings = findingsByRule(report.data?.items ?? []);
  const columns = useRuleColumns(findings);
  return (
    <div className={styles['beside']}>
      <ResourceList
        path="/firewall/rules"
        label={t.rules}
        columns={columns}
        filters={[
          ...useScopeFilters(),
          {
            kind: 'choice',
            key: 'action',
            label: t.action,
            choices: (['accept', 'drop', 'reject', 'other'] as const).map((value) => ({
              value,
              label: t[value],
            })),
          },
          {
            kind: 'choice',
            key: 'enabled',
            label: t.enabled,
            choices: [
              { value: 'true', label: w.yes },
              { value: 'false', label: w.no },
            ],
          },
        ]}
        idOf={(rule) => ruleKey(rule.controller_id, rule)}
        nameOf={({ name }) => name}
        perPage={100}
        live={['gateway.sync.completed']}
        exportName="firewall-rules"
        viewsOf="firewall/rules"
        empty={{ title: t.rules_empty, hint: t.rules_empty_hint }}
      />
      <HygieneCounts report={report} />
    </div>
  );
}

function useRuleColumns(findings: Findings): readonly Column<Rule>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  return [
    {
      id: 'rule',
      title: t.rule,
      sort: 'name',
      cell: (rule) => <RuleLink controller_id={rule.controller_id} rule={rule} />,
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
      id: 'chain',
      title: t.chain,
      sort: 'chain',
      cell: ({ chain }) => <code>{chain}</code>,
      text: ({ chain }) => chain,
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
      id: 'action',
      title: t.action,
      sort: 'action',
      cell: ({ action, enabled, logged }) => (
        <Row>
          <ActionBadge action={action} />
          {enabled ? null : <Badge kind="warning">{t.off}</Badge>}
          {logged ? <Badge>{t.logged}</Badge> : null}
        </Row>
      ),
      text: ({ action, enabled }) => (enabled ? action : `${action} (${t.off})`),
    },
    {
      id: 'findings',
      title: t.findings,
      cell: (rule) => (
        <Row>
          {(findings.get(ruleKey(rule.controller_id, rule)) ?? []).map(({ kind, reason }) => (
            <span key={kind} title={reason}>
              <Badge kind="warning">{t[kind]}</Badge>
            </span>
          ))}
        </Row>
      ),
      text: (rule) =>
        (findings.get(ruleKey(rule.controller_id, rule)) ?? []).map(({ kind }) => kind).join(' '),
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
      id: 'interfaces',
      title: t.interfaces,
      cell: (rule) => <OrAny text={interfacesText(rule.in_interfaces, rule.out_interfaces)} />,
      text: (rule) => interfacesText(rule.in_interfaces, rule.out_interfaces),
    },
    {
      id: 'conditions',
      title: t.conditions,
      cell: ({ conditions }) => <span className="mono">{conditions.join(', ')}</span>,
      text: ({ conditions }) => conditions.join(', '),
    },
  ];
}
