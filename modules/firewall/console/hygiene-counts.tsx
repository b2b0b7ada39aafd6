import {
  Facts,
  Figure,
  Notice,
  PageLink,
  Panel,
  type ReplyOf,
  useSearchTexts,
  useTexts,
  WaitingFor,
} from '@patchbay/console-kit';
import { FINDING_KINDS } from './findings.ts';
import { RuleLink, SeverityBadge } from './rule-parts.tsx';
import { texts } from './texts.ts';

type Report = ReplyOf<'GET', '/firewall/hygiene'>;

const MOST_SHOWN = 12;

export interface HygieneCountsProps {
  readonly report: Parameters<typeof WaitingFor<Report>>[0]['read'];
}

/** The report in small, beside the rules. */
export function HygieneCounts({ report }: HygieneCountsProps) {
  const t = useTexts(texts);
  return (
    <Panel title={t.hygiene}>
      <WaitingFor read={report}>{(data) => <Summary report={data} />}</WaitingFor>
    </Panel>
  );
}

function Summary({ report: { counts, judged, not_judged, items } }: { readonly report: Report }) {
  const t = useTexts(texts);
  const { site_id, controller_id, vendor } = useSearchTexts();
  const search = {
    tab: 'hygiene',
    ...(site_id === undefined ? {} : { hygiene_site_id: site_id }),
    ...(controller_id === undefined ? {} : { hygiene_controller_id: controller_id }),
    ...(vendor === undefined ? {} : { hygiene_vendor: vendor }),
  };
  return (
    <>
      {judged === undefined ? null : <p className="muted">{t.judged(judged.rules, judged.controllers)}</p>}
      {counts === undefined ? null : (
        <Facts
          facts={FINDING_KINDS.map((kind) => [
            t[kind],
            <PageLink key={kind} to="/firewall" search={{ ...search, hygiene_kind: kind }}>
              <Figure value={counts[kind]} />
            </PageLink>,
          ])}
        />
      )}
      <ul className="stack" data-gap="small">
        {items.slice(0, MOST_SHOWN).map((finding) => (
          <li key={`${finding.controller_id} ${finding.rule.target_id} ${finding.kind}`}>
            <SeverityBadge severity={finding.severity} /> {t[finding.kind]}:{' '}
            <RuleLink controller_id={finding.controller_id} rule={finding.rule} />{' '}
            <span className="muted">{finding.reason}</span>
          </li>
        ))}
      </ul>
      <NotJudged list={not_judged ?? []} />
    </>
  );
}

/** Firewalls that the report says nothing of, and why. */
export function NotJudged({ list }: { readonly list: NonNullable<Report['not_judged']> }) {
  const t = useTexts(texts);
  if (list.length === 0) return null;
  return (
    <Notice kind="warning" title={t.not_judged}>
      <ul>
        {list.map(({ controller_id, name, reason }) => (
          <li key={controller_id}>
            <PageLink to={`/controllers/${controller_id}`}>{name}</PageLink>: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
