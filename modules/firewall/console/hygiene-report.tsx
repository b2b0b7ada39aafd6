import {
  type Column,
  ControllerLink,
  Notice,
  ResourceList,
  Stack,
  Switch,
  useChangeSearch,
  useRead,
  useSearchTexts,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { FINDING_KINDS, type Finding } from './findings.ts';
import { NotJudged } from './hygiene-counts.tsx';
import { RuleLink, SeverityBadge } from './rule-parts.tsx';
import { texts } from './texts.ts';
import { useScopeFilters } from './use-scope-filters.ts';

const PREFIX = 'hygiene_';

/** Rules without effect, without traffic, or with too wide a match. */
export function HygieneReport() {
  const t = useTexts(texts);
  const search = useSearchTexts();
  const change = useChangeSearch();
  const controller_id = search[`${PREFIX}controller_id`];
  const isLive = search[`${PREFIX}live`] === 'true' && controller_id !== undefined;
  const scope = {
    ...(controller_id === undefined ? {} : { controller_id }),
    ...(isLive ? { live: true } : {}),
  };
  const report = useRead('/firewall/hygiene', { query: { ...scope, per_page: 1 } });
  return (
    <Stack>
      {controller_id === undefined ? (
        <p className="muted">{t.live_hint}</p>
      ) : (
        <Switch isSelected={isLive} onChange={(isOn) => change({ [`${PREFIX}live`]: isOn ? 'true' : null })}>
          {t.live}
        </Switch>
      )}
      {report.data?.judged === undefined ? null : (
        <Notice>
          <p>{t.judged(report.data.judged.rules, report.data.judged.controllers)}</p>
        </Notice>
      )}
      <NotJudged list={report.data?.not_judged ?? []} />
      <ResourceList
        path="/firewall/hygiene"
        query={isLive ? { live: 'true' } : {}}
        label={t.hygiene}
        columns={useFindingColumns()}
        filters={[
          ...useScopeFilters(),
          {
            kind: 'choice',
            key: 'kind',
            label: t.finding,
            choices: FINDING_KINDS.map((value) => ({ value, label: t[value] })),
          },
          {
            kind: 'choice',
            key: 'severity',
            label: t.severity,
            choices: (['high', 'medium', 'low'] as const).map((value) => ({ value, label: t[value] })),
          },
        ]}
        prefix={PREFIX}
        idOf={({ controller_id: id, rule, kind }) => `${id} ${rule.feature} ${rule.target_id} ${kind}`}
        nameOf={({ rule }) => rule.name}
        live={['gateway.sync.completed']}
        exportName="firewall-hygiene"
        empty={{ title: t.clean, hint: t.clean_hint }}
      />
    </Stack>
  );
}

function useFindingColumns(): readonly Column<Finding>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  return [
    {
      id: 'rule',
      title: t.rule,
      cell: ({ controller_id, rule }) => <RuleLink controller_id={controller_id} rule={rule} />,
      text: ({ rule }) => rule.name || rule.target_id,
    },
    {
      id: 'severity',
      title: t.severity,
      cell: ({ severity }) => <SeverityBadge severity={severity} />,
      text: ({ severity }) => severity,
    },
    { id: 'kind', title: t.finding, cell: ({ kind }) => t[kind], text: ({ kind }) => kind },
    { id: 'reason', title: w.reason, cell: ({ reason }) => reason, text: ({ reason }) => reason },
    {
      id: 'by',
      title: t.by,
      cell: ({ controller_id, by }) =>
        by === null ? null : <RuleLink controller_id={controller_id} rule={by} />,
      text: ({ by }) => by?.name ?? '',
    },
    {
      id: 'place',
      title: t.chain,
      cell: ({ rule }) => (
        <code>
          {rule.chain} {rule.position}
        </code>
      ),
      text: ({ rule }) => `${rule.chain} ${rule.position}`,
    },
    {
      id: 'controller',
      title: w.controller,
      cell: ({ controller_id }) => <ControllerLink controller_id={controller_id} />,
      text: ({ controller_name }) => controller_name,
    },
  ];
}
