import {
  ControllerLink,
  Page,
  SiteLink,
  Tabs,
  Time,
  UserLink,
  useControllerNames,
  useParts,
  usePathParameter,
  useSiteNames,
  useTexts,
  WaitingFor,
} from '@patchbay/console-kit';
import { ChangeBadges } from '../change-badges.tsx';
import { type Change, featureWords, objectOf } from '../what.ts';
import { changeWords } from '../words.ts';
import { Actions } from './apply/actions.tsx';
import { Confirmation } from './apply/confirmation.tsx';
import { Attempts } from './attempts.tsx';
import type { Comparison, Side } from './compare/compare.ts';
import { History } from './history.tsx';
import { Notices } from './notices.tsx';
import { Review } from './review.tsx';
import { texts } from './texts.ts';
import { type Preview, useChange } from './use-change.ts';

export default function ChangePage() {
  const id = usePathParameter('change_id');
  const { change: read, ...others } = useChange(id);
  return <WaitingFor read={read}>{(change) => <ChangeDetails change={change} {...others} />}</WaitingFor>;
}

type Reads = Omit<ReturnType<typeof useChange>, 'change'>;

function ChangeDetails({ change, standing, live, readAgain }: Reads & { readonly change: Change }) {
  const t = useTexts(texts);
  const parts = useParts('change.tab');
  const preview = standing.data ?? live.data;
  const sentence = useSentence(change);
  const comparison = comparisonOf(change, live.data ?? standing.data);
  const about = { change, preview: preview && { ...preview, moved: live.data?.moved ?? [] } };
  return (
    <Page
      title={sentence}
      marks={<ChangeBadges change={change} />}
      actions={<Actions {...about} sentence={sentence} />}
      summary={<Summary change={change} />}
    >
      {change.last_outcome === 'awaiting_confirmation' ? <Confirmation {...about} /> : null}
      <Notices
        {...about}
        comparison={comparison}
        liveError={change.status === 'pending' ? live.error : null}
      />
      <Tabs
        label={sentence}
        tabs={[
          {
            id: 'review',
            title: t.review,
            content: () => (
              <Review
                change={change}
                preview={change.status === 'pending' ? preview : undefined}
                comparison={comparison}
                readAtMs={live.dataUpdatedAt > 0 ? live.dataUpdatedAt : null}
                isReading={live.isFetching}
                readAgain={readAgain}
              />
            ),
          },
          { id: 'attempts', title: t.attempts, content: () => <Attempts change={change} /> },
          { id: 'history', title: t.history, content: () => <History id={change.id} /> },
          ...parts.map(({ id, title, Component }) => ({
            id,
            title,
            content: () => <Component change_id={change.id} />,
          })),
        ]}
      />
    </Page>
  );
}

/** `Add firewall filter rule “guests” on edge-router at Pier 4`. */
function useSentence(change: Change): string {
  const c = useTexts(changeWords);
  const controller = useControllerNames()(change.controller_id);
  const site = useSiteNames()(change.site_id);
  const { operation, feature } = change;
  const title = c.title({ operation, what: featureWords(feature), name: objectOf(change) });
  if (controller === undefined) return title;
  return site === undefined ? c.on(title, controller) : c.at(title, controller, site);
}

function Summary({ change }: { readonly change: Change }) {
  const t = useTexts(texts);
  return (
    <>
      {t.staged_line} <Time at={change.created_at} /> {t.by}{' '}
      {change.staged_by === null ? t.of_platform : <UserLink user_id={change.staged_by} />} ·{' '}
      <ControllerLink controller_id={change.controller_id} /> · <SiteLink site_id={change.site_id} />
    </>
  );
}

/** The three sides: the device as read, or as the stored diff tells it; what is staged; what its author saw. */
function comparisonOf(change: Change, preview: Preview | undefined): Comparison {
  const { operation, payload, diff, diff_base } = change;
  const told = Object.fromEntries(diff.map(({ field, before }) => [field, before]));
  const stored: Side = operation === 'create' ? null : diff_base === 'none' ? undefined : told;
  return {
    operation,
    payload,
    diff,
    now: preview?.is_read ? preview.live : stored,
    former: operation === 'create' ? null : (preview?.seen ?? undefined),
    moved: preview?.moved ?? [],
  };
}
