import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { CatalogedRoute, RouteCatalog } from '@patchbay/kernel/modules';
import { type Access, decide, type PermissionMap, type Principal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { WriteGate } from '@patchbay/module-system/contract';
import type { AccessAnswer, AccessQuestion } from '../schemas.ts';
import { type AccessDemand, demandOf } from './access-demand.ts';
import type { AccessSubject, AccessSubjects } from './access-subjects.ts';
import { ExplanationTrail } from './explanation-trail.ts';
import type { FoundResource } from './resource-finder.ts';
import type { ResourceVisibility } from './resource-visibility.ts';

/** The refusal that routes declare which push to devices. */
const GATE_CLOSED = 'changes.gate_closed';

export interface ExplainerParts {
  readonly database: Database;
  readonly permissions: PermissionMap;
  readonly routes: RouteCatalog;
  readonly subjects: AccessSubjects;
  readonly sight: ResourceVisibility;
  readonly gate: WriteGate;
  readonly clock: Clock;
}

interface Inquiry {
  readonly trail: ExplanationTrail;
  readonly caller: Principal;
  readonly subject: AccessSubject;
  readonly demand: AccessDemand;
  readonly resource_id: string | undefined;
}

/**
 * Answers whether a user or key of the organization may use a permission or a route, and the deciding facts, in the
 * order in which a request is looked at. The decision itself is `decide`; this gathers the facts before and after.
 */
export class AccessExplainer extends Service<ExplainerParts> {
  /** Throws 422 for a question that is none, `kernel.not_found` for subjects of other organizations. */
  async explain(caller: Principal, question: AccessQuestion): Promise<AccessAnswer> {
    const { database, routes, subjects } = this.parts;
    const demand = demandOf(question, routes);
    const subject = await subjects.find(caller, question);
    const { resource_id } = question;
    const answer = await this.#answer({
      trail: new ExplanationTrail(),
      caller,
      subject,
      demand,
      resource_id,
    });
    await database.write(caller, async (work) => {
      work.audit.record({
        action: 'security.explain_access',
        target_type: subject.key === null ? 'user' : 'api_key',
        target_id: subject.key?.id ?? subject.user_id,
        detail: { ...question, allowed: answer.allowed, decided_by: answer.decided_by },
      });
    });
    return answer;
  }

  async #answer(inquiry: Inquiry): Promise<AccessAnswer> {
    const { trail, subject, demand } = inquiry;
    const early = this.#byDemand(trail, demand) ?? this.#byKey(trail, subject);
    if (early !== null) return early;
    const { principal } = subject;
    if (principal === null)
      return trail.refuse('user', subject.barred ?? 'the user may do nothing right now');
    return (
      byLock(trail, subject) ??
      this.#byMfaPolicy(trail, subject, principal, demand.access) ??
      this.#byDecision(inquiry, principal)
    );
  }

  /** Facts that are the same for every subject. */
  #byDemand(trail: ExplanationTrail, { access, permission, mounted }: AccessDemand): AccessAnswer | null {
    if (permission !== null && !this.parts.permissions.isDeclared(permission))
      return trail.refuse('permission_unknown', `no module declares the permission ${permission}`);
    if (mounted !== null && !serves(mounted))
      return trail.refuse('module', `module ${mounted.module_id} is ${mounted.state()}`);
    return 'public' in access ? trail.allow('public', `public: ${access.public}`) : null;
  }

  /** A key that has ended is refused for every user. */
  #byKey(trail: ExplanationTrail, { key }: AccessSubject): AccessAnswer | null {
    if (key === null) return null;
    if (key.revoked_at !== null) return trail.refuse('credential', `the key was revoked ${key.revoked_at}`);
    const isOver = key.expires_at !== null && Date.parse(key.expires_at) <= this.parts.clock.now().getTime();
    return isOver ? trail.refuse('credential', `the key expired ${key.expires_at}`) : null;
  }

  /** Says what a missing second factor takes away; it decides where the given role would have been let in. */
  #byMfaPolicy(
    trail: ExplanationTrail,
    { given_role }: AccessSubject,
    principal: Principal,
    access: Access,
  ): AccessAnswer | null {
    const { permissions } = this.parts;
    if (given_role === null || given_role === principal.role) return null;
    trail.say(
      `the organization demands a second factor, the user has none: role ${given_role} counts as ${principal.role}`,
    );
    const isRefused = !decide(permissions, principal, access).allowed;
    const wouldHold = decide(permissions, { ...principal, role: given_role }, access).allowed;
    return isRefused && wouldHold ? trail.refuse('mfa_policy') : null;
  }

  async #byDecision(inquiry: Inquiry, principal: Principal): Promise<AccessAnswer> {
    const { trail, demand } = inquiry;
    const verdict = decide(this.parts.permissions, principal, demand.access);
    if (!verdict.allowed) return trail.refuse(verdict.decided_by, ...verdict.steps);
    trail.say(...verdict.steps);
    if (demand.mounted?.isBeyond(principal))
      return trail.refuse('grant', 'the user is held to sites, and this reaches the whole organization');
    return (
      byProof(trail, demand, principal) ??
      (await this.#byResource(inquiry, principal)) ??
      (await this.#byGate(trail, demand.mounted)) ??
      trail.allow(verdict.decided_by)
    );
  }

  async #byResource(
    { trail, caller, demand: { mounted }, resource_id }: Inquiry,
    principal: Principal,
  ): Promise<AccessAnswer | null> {
    if (resource_id === undefined) return null;
    const { resource, hidden } = await this.parts.sight.look(caller, principal, resource_id);
    if (resource === undefined) return trail.refuse('tenancy', 'the organization has no such resource');
    if (hidden !== null) return trail.refuse('grant', ...hidden);
    trail.say(`the resource stands in ${resource.table}, and site grants do not hide it`);
    const isWrite = mounted !== null && mounted.route.method !== 'GET';
    return isWrite ? this.#byRow(trail, principal, resource) : null;
  }

  /** Staged writes ask for a permission of their own, catastrophic ones for a role too (SPEC 4.4). */
  #byRow(
    trail: ExplanationTrail,
    principal: Principal,
    { permission, is_catastrophic }: FoundResource,
  ): AccessAnswer | null {
    if (permission === null) return null;
    const access: Access = is_catastrophic ? { permission, role: 'site_admin' } : { permission };
    const verdict = decide(this.parts.permissions, principal, access);
    return verdict.allowed ? trail.say(...verdict.steps) : trail.refuse(verdict.decided_by, ...verdict.steps);
  }

  async #byGate(trail: ExplanationTrail, mounted: CatalogedRoute | null): Promise<AccessAnswer | null> {
    const refusals: readonly { readonly id: string }[] = mounted?.route.errors ?? [];
    if (!refusals.some(({ id }) => id === GATE_CLOSED)) return null;
    const { read_only, source } = await this.parts.gate.state();
    return read_only
      ? trail.refuse('gate', `writes to devices are switched off, by ${source}`)
      : trail.say('writes to devices are switched on');
  }
}

function serves({ route, state }: CatalogedRoute): boolean {
  const now = state();
  return now === 'enabled' || (now === 'disabled' && route.whileDisabled === true);
}

/** Keys can show no proof of who their user is; sessions may have to (DECISIONS 45). */
function byProof(
  trail: ExplanationTrail,
  { mounted }: AccessDemand,
  { kind }: Principal,
): AccessAnswer | null {
  const proof = mounted?.route.proof;
  if (proof === undefined) return null;
  const some = typeof proof === 'object' ? ` to change ${proof.toChange.join(', ')}` : '';
  if (kind !== 'user' && some === '')
    return trail.refuse('credential', 'needs a proof of identity, which a key cannot give');
  if (kind !== 'user') return trail.say(`a key cannot be used${some}`);
  return trail.say(`needs a proof of who the user is, not older than five minutes${some}`);
}

/** A lock keeps people from signing in; it ends neither sessions nor keys. */
function byLock(trail: ExplanationTrail, { key, lock, open_sessions }: AccessSubject): AccessAnswer | null {
  if (lock === null || lock.doors.every((door) => door === 'password_change')) return null;
  const locked = `failed guesses lock the user's sign-in until ${lock.locked_until}`;
  if (key !== null) return trail.say(`${locked}; keys still work`);
  if (open_sessions === 0) return trail.refuse('user', `${locked}, and no session is open`);
  return trail.say(`${locked}; sessions that are open still work: ${open_sessions}`);
}
