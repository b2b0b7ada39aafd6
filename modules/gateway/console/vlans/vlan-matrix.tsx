import { Badge, Checkbox, PageLink, Time, useTexts } from '@patchbay/console-kit';
import { type Choice, cellKey, isChosen, type Plan, type PlanVlan, toggled } from './matrix.ts';
import { texts } from './texts.ts';
import { VlanCell } from './vlan-cell.tsx';

type Controller = Plan['controllers'][number];

export interface VlanMatrixProps {
  readonly plan: Plan;
  readonly choice: Choice;
  /** Absent for those who may stage nothing. */
  choose?(choice: Choice): void;
}

/** VLANs against controllers: the brain first, then the limbs. */
export function VlanMatrix({ plan, choice, choose }: VlanMatrixProps) {
  const t = useTexts(texts);
  const controllers = plan.controllers.toSorted((one, other) => one.role.localeCompare(other.role));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <section className="table-frame" tabIndex={0} aria-label={t.vlans}>
      <table className="table" aria-label={t.vlans}>
        <thead>
          <tr>
            <th scope="col">{t.vlan}</th>
            {controllers.map((controller) => (
              <ControllerHead key={controller.id} controller={controller} choice={choice} choose={choose} />
            ))}
          </tr>
        </thead>
        <tbody>
          {plan.vlans.map((vlan) => (
            <VlanRow
              key={vlan.vlan_id}
              vlan={vlan}
              controllers={controllers}
              choice={choice}
              choose={choose}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ControllerHeadProps {
  readonly controller: Controller;
  readonly choice: Choice;
  readonly choose: ((choice: Choice) => void) | undefined;
}

function ControllerHead({ controller, choice, choose }: ControllerHeadProps) {
  const t = useTexts(texts);
  const { id, name, role, last_sync_at, gap } = controller;
  return (
    <th scope="col">
      {choose === undefined || role === 'brain' ? null : (
        <Checkbox
          aria-label={t.select_controller(name)}
          isSelected={choice.controller_ids.has(id)}
          onChange={(isIn) => choose({ ...choice, controller_ids: toggled(choice.controller_ids, id, isIn) })}
        />
      )}{' '}
      <PageLink to={`/controllers/${id}`}>{name}</PageLink>{' '}
      {role === 'brain' ? <Badge kind="accent">{t.brain}</Badge> : null}
      <div className="muted">
        {t.age} <Time at={last_sync_at} />
      </div>
      {gap === null ? null : (
        <div title={gap}>
          <Badge kind="warning">{t.gap}</Badge>
        </div>
      )}
    </th>
  );
}

interface VlanRowProps {
  readonly vlan: PlanVlan;
  readonly controllers: readonly Controller[];
  readonly choice: Choice;
  readonly choose: ((choice: Choice) => void) | undefined;
}

function VlanRow({ vlan, controllers, choice, choose }: VlanRowProps) {
  const t = useTexts(texts);
  const { vlan_id, name, subnet, decided_by, cells } = vlan;
  return (
    <tr>
      <th scope="row">
        {choose === undefined ? null : (
          <Checkbox
            aria-label={t.select_vlan(vlan_id)}
            isSelected={choice.vlan_ids.has(vlan_id)}
            onChange={(isIn) => choose({ ...choice, vlan_ids: toggled(choice.vlan_ids, vlan_id, isIn) })}
          />
        )}{' '}
        <strong>{vlan_id}</strong> {name}
        <div className="muted">
          {[subnet, t[`decided_${decided_by}`]].filter((part) => part !== null).join(' · ')}
        </div>
      </th>
      {controllers.map(({ id, name: controller, role }) => {
        const cell = cells.find(({ controller_id }) => controller_id === id);
        const key = cellKey(id, vlan_id);
        return (
          <VlanCell
            key={id}
            cell={cell}
            isBrain={role === 'brain'}
            isChosen={cell !== undefined && isChosen(choice, vlan_id, cell)}
            {...(choose === undefined
              ? {}
              : {
                  overwrite: {
                    label: t.overwrite(vlan_id, controller),
                    isSelected: choice.overwrite.has(key),
                    set: (isIn: boolean) =>
                      choose({ ...choice, overwrite: toggled(choice.overwrite, key, isIn) }),
                  },
                })}
          />
        );
      })}
    </tr>
  );
}
