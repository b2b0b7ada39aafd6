import {
  Badge,
  Button,
  Checkbox,
  type ContributionProps,
  DataTable,
  EmptyState,
  Notice,
  PageLink,
  Panel,
  Row,
  Stack,
  useControllerNames,
  useRead,
  useSession,
  useTexts,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { AlignDialog } from './align-dialog.tsx';
import { BrainChoice } from './brain-choice.tsx';
import { type Choice, type Plan, SIGNS, toggled, wholeChoice, writesOf } from './matrix.ts';
import { texts } from './texts.ts';
import { VlanMatrix } from './vlan-matrix.tsx';

const LIVE = ['gateway.**', 'network.vlan.*', 'change.**'];

/** The VLANs of a site as one picture, and what aligns them. */
export default function VlansTab({ site_id }: ContributionProps['site.tab']) {
  const t = useTexts(texts);
  const read = useRead('/gateway/sites/{site_id}/vlan-plan', { path: { site_id } }, { live: LIVE });
  return (
    <Stack>
      <p className="muted">{t.hint}</p>
      <BrainChoice site_id={site_id} />
      <WaitingFor read={read}>{(plan) => <PlanView plan={plan} />}</WaitingFor>
    </Stack>
  );
}

function PlanView({ plan }: { readonly plan: Plan }) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const [own, choose] = useState<Choice | null>(null);
  const [isAligning, setAligning] = useState(false);
  const mayAlign = mayCall('POST', '/gateway/sites/{site_id}/vlan-plan/distribute');
  const choice = own ?? wholeChoice(plan);
  const writes = writesOf(plan, choice);
  return (
    <Stack>
      <Unread plan={plan} />
      {plan.vlans.length === 0 ? (
        <EmptyState title={t.empty}>{t.empty_hint}</EmptyState>
      ) : (
        <>
          <Legend plan={plan} />
          <VlanMatrix plan={plan} choice={choice} {...(mayAlign ? { choose } : {})} />
        </>
      )}
      {mayAlign && plan.vlans.length > 0 ? (
        <Row isSpread>
          <States choice={choice} choose={choose} />
          <Row>
            <span className="muted">{writes === 0 ? t.nothing : t.selected(writes)}</span>
            <Button variant="primary" isDisabled={writes === 0} onPress={() => setAligning(true)}>
              {t.align}
            </Button>
          </Row>
        </Row>
      ) : null}
      <Extra plan={plan} />
      {isAligning ? (
        <AlignDialog plan={plan} choice={choice} isOpen onClose={() => setAligning(false)} />
      ) : null}
    </Stack>
  );
}

function Legend({ plan: { counts } }: { readonly plan: Plan }) {
  const t = useTexts(texts);
  return (
    <Row>
      <Badge kind="good">
        {SIGNS.present} {t.present}: {counts.present}
      </Badge>
      <Badge kind="accent">
        {SIGNS.missing} {t.missing}: {counts.missing}
      </Badge>
      <Badge kind="warning">
        {SIGNS.differs} {t.differs}: {counts.differs}
      </Badge>
      <Badge kind="bad">
        {SIGNS.conflict} {t.conflict}: {counts.conflict}
      </Badge>
    </Row>
  );
}

interface StatesProps {
  readonly choice: Choice;
  choose(choice: Choice): void;
}

function States({ choice, choose }: StatesProps) {
  const t = useTexts(texts);
  return (
    <Row>
      <span>{t.states}:</span>
      {(['missing', 'differs'] as const).map((state) => (
        <Checkbox
          key={state}
          isSelected={choice.states.has(state)}
          onChange={(isIn) => choose({ ...choice, states: toggled(choice.states, state, isIn) })}
        >
          {t[state]}
        </Checkbox>
      ))}
    </Row>
  );
}

function Unread({ plan: { unread } }: { readonly plan: Plan }) {
  const t = useTexts(texts);
  if (unread.length === 0) return null;
  return (
    <Notice kind="warning" title={t.unread}>
      <ul>
        {unread.map(({ id, name, gap }) => (
          <li key={id}>
            <PageLink to={`/controllers/${id}`}>{name}</PageLink>{' '}
            <span className="muted">{gap ?? t.never}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Extra({ plan: { extra } }: { readonly plan: Plan }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const controllerName = useControllerNames();
  if (extra.length === 0) return null;
  return (
    <Panel title={t.extra}>
      <p className="muted">{t.extra_hint}</p>
      <DataTable
        label={t.extra}
        rows={extra}
        idOf={({ controller_id, vlan_id, target_id }) => `${controller_id} ${vlan_id} ${target_id}`}
        columns={[
          { id: 'vlan', title: t.vlan, cell: ({ vlan_id }) => vlan_id },
          { id: 'name', title: w.name, cell: ({ name }) => name },
          { id: 'subnet', title: '', cell: ({ subnet }) => <span className="mono">{subnet}</span> },
          {
            id: 'controller',
            title: w.controller,
            cell: ({ controller_id, feature, target_id }) => (
              <PageLink
                to={`/controllers/${controller_id}`}
                search={{ tab: 'gear', feature, object: target_id }}
              >
                {controllerName(controller_id) ?? controller_id}
              </PageLink>
            ),
          },
        ]}
      />
    </Panel>
  );
}
