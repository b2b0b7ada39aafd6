import {
  Badge,
  Grid,
  PageLink,
  Panel,
  Stack,
  UserLink,
  useRoleName,
  useSession,
  useTexts,
} from '@patchbay/console-kit';
import type { ReactNode } from 'react';
import type { Change } from '../what.ts';
import { obstacleText, obstacleTexts } from './apply/obstacles.ts';
import { texts } from './texts.ts';
import type { Preview } from './use-change.ts';

export interface StandingProps {
  readonly change: Change;
  readonly preview: Preview;
}

/** Errors that have a line of their own. */
const OWN_LINE = ['changes.frozen', 'changes.gate_closed', 'changes.approval_missing', 'changes.rejected'];

/** Everything an apply needs, each with whether it is there: rights, approvals, gate, freeze, and the rest. */
export function Standing({ change, preview }: StandingProps) {
  const t = useTexts(texts);
  const o = useTexts(obstacleTexts);
  const { obstacles } = preview;
  const against = (...ids: readonly string[]) => obstacles.find(({ id }) => ids.includes(id));
  const freeze = against('changes.frozen');
  const gate = against('changes.gate_closed');
  return (
    <Panel title={t.standing}>
      <Grid>
        <Rights preview={preview} />
        <Approvals
          change={change}
          preview={preview}
          isMet={against('changes.approval_missing', 'changes.rejected') === undefined}
        />
        <Line title={t.freeze} isMet={freeze === undefined}>
          <p>{freeze?.message ?? t.freeze_none}</p>
        </Line>
        <Line title={t.gate} isMet={gate === undefined}>
          <p>{gate === undefined ? t.gate_open : t.gate_closed}</p>
        </Line>
        {obstacles
          .filter(({ id }) => !OWN_LINE.includes(id))
          .map((each) => (
            <Line key={each.id} title={t.object_busy} isMet={false}>
              <p>{obstacleText(o, each)}</p>
            </Line>
          ))}
        <Line title={t.way_back} isMet={change.confirm !== null} isOptional>
          <p>
            {change.confirm === 'device'
              ? t.way_device
              : change.confirm === 'inverse'
                ? t.way_inverse
                : t.way_none}
          </p>
        </Line>
      </Grid>
    </Panel>
  );
}

interface LineProps {
  readonly title: string;
  readonly isMet: boolean;
  /** True: nothing stands in the way without it. */
  readonly isOptional?: boolean;
  readonly children: ReactNode;
}

function Line({ title, isMet, isOptional = false, children }: LineProps) {
  const t = useTexts(texts);
  return (
    <div className="stack" data-gap="small">
      <div className="row">
        <Badge kind={isMet ? 'good' : isOptional ? 'neutral' : 'warning'}>
          {isMet ? `✓ ${t.ok}` : `○ ${t.open}`}
        </Badge>
        <strong>{title}</strong>
      </div>
      {children}
    </div>
  );
}

function Rights({ preview: { needs, may_apply, why_not } }: { readonly preview: Preview }) {
  const t = useTexts(texts);
  const roleName = useRoleName();
  return (
    <Line title={t.rights} isMet={may_apply}>
      <p>
        {may_apply ? t.rights_ok : why_not} {t.rights_needed}{' '}
        {needs.permissions.map((permission, at) => (
          <span key={permission}>
            {at === 0 ? '' : ', '}
            <code>{permission}</code>
          </span>
        ))}
        {needs.role === null ? '.' : ` ${t.role_needed(roleName(needs.role))}.`}
      </p>
    </Line>
  );
}

interface ApprovalsProps extends StandingProps {
  readonly isMet: boolean;
}

function Approvals({ change: { approvals }, preview, isMet }: ApprovalsProps) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const { required, given, votes } = approvals;
  return (
    <Line title={t.approvals} isMet={isMet}>
      <p>
        {required === 0 ? t.approvals_none : `${t.approvals_of(given, required)} ${t.approvals_who}`}
        {preview.step_up ? ` ${t.step_up}` : ''}{' '}
        {mayCall('GET', '/changes/policies') ? (
          <PageLink to="/approval-policies">{t.policies}</PageLink>
        ) : null}
      </p>
      {votes.length === 0 ? null : (
        <Stack gap="small">
          {votes.map(({ user_id, decision, comment, fallen }) => (
            <p key={user_id}>
              <UserLink user_id={user_id} /> {decision === 'approve' ? t.approved_by : t.rejected_by}
              {fallen === undefined ? '' : ` (${t[fallen]})`}
              {comment === null ? '' : `: ${comment}`}
            </p>
          ))}
        </Stack>
      )}
    </Line>
  );
}
