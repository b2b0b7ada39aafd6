import { route } from '@patchbay/kernel/http';
import { CLOCK } from '@patchbay/kernel/telemetry';
import { ChangeSetSchema, changeErrors } from '@patchbay/module-changes/contract';
import { tooWide } from '../contract.ts';
import { brainUnread, nothingToDistribute, tooMuchToDistribute } from '../errors.ts';
import { BrainInput, BrainReply, DistributeInput, PlanReply } from '../schemas/orchestration.ts';
import { Distribution } from '../services/orchestration/distribution.ts';
import { planView } from '../services/orchestration/plan-view.ts';
import { SiteBrains } from '../services/orchestration/site-brains.ts';
import { VlanPlans } from '../services/orchestration/vlan-plans.ts';

const read = { permission: 'controller:read' } as const;
const PLAN = '/gateway/sites/{site_id}/vlan-plan';
const BRAIN = '/gateway/sites/{site_id}/brain';

export const orchestrationRoutes = [
  route({
    id: 'gateway.vlan_plan',
    method: 'GET',
    path: PLAN,
    summary: 'How the VLANs of a site stand on its controllers',
    description:
      'One matrix from the last syncs; no device is contacted. With a brain its VLANs are the ' +
      'canonical ones (layer 2). Without one they are the union over the controllers, named as most name them, ' +
      'the oldest controller deciding between equals (layer 1).',
    access: read,
    reply: PlanReply,
    errors: [tooWide],
    deps: { plans: VlanPlans, clock: CLOCK },
    handle: async ({ principal, params, deps }) =>
      planView(await deps.plans.of(principal, params.site_id), deps.clock.now().getTime()),
  }),
  route({
    id: 'gateway.distribute_vlans',
    method: 'POST',
    path: `${PLAN}/distribute`,
    summary: 'Stage the writes that align the VLANs of a site, as one change set',
    description:
      'Nothing is written until the set is applied; the changes of one controller go first. The brain is never ' +
      'written to, and a conflict only when `overwrite` names its cell.',
    access: { permission: 'network:write' },
    reach: 'sites',
    body: DistributeInput,
    reply: ChangeSetSchema,
    status: 201,
    errors: [tooWide, brainUnread, nothingToDistribute, tooMuchToDistribute, ...changeErrors],
    deps: { distribution: Distribution },
    handle: ({ principal, params, body, deps }) => deps.distribution.stage(principal, params.site_id, body),
  }),
  route({
    id: 'gateway.brain',
    method: 'GET',
    path: BRAIN,
    summary: 'The controller that holds the canonical VLANs of a site',
    access: read,
    reply: BrainReply,
    deps: { brains: SiteBrains },
    handle: ({ principal, params, deps }) => deps.brains.get(principal, params.site_id),
  }),
  route({
    id: 'gateway.choose_brain',
    method: 'PUT',
    path: BRAIN,
    summary: 'Choose the controller that holds the canonical VLANs of a site; null for none',
    access: { permission: 'controller:write' },
    reach: 'sites',
    body: BrainInput,
    reply: BrainReply,
    deps: { brains: SiteBrains },
    handle: ({ principal, params, body, request, deps }) =>
      deps.brains.choose(principal, params.site_id, body.controller_id, request.if_match),
  }),
];
