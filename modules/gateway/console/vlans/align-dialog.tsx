import { FormDialog, type FormField, useGo, useTexts, useWrite } from '@patchbay/console-kit';
import { type Choice, distributionOf, type Plan, writesOf } from './matrix.ts';
import { texts } from './texts.ts';

interface Values {
  readonly name: string;
  readonly notes: string;
  readonly canary: number | null;
}

export interface AlignDialogProps {
  readonly plan: Plan;
  readonly choice: Choice;
  readonly isOpen: boolean;
  onClose(): void;
}

/** Stages what is chosen as one change set, and goes there. */
export function AlignDialog({ plan, choice, isOpen, onClose }: AlignDialogProps) {
  const t = useTexts(texts);
  const go = useGo();
  const distribute = useWrite('POST', '/gateway/sites/{site_id}/vlan-plan/distribute', {
    refreshes: ['/changes', '/change-sets', '/gateway/sites'],
    done: ({ name }) => t.staged(name),
    onDone: ({ id }) => go(`/change-sets/${id}`),
  });
  const fields: readonly FormField<Values>[] = [
    { kind: 'text', key: 'name', label: t.set_name },
    { kind: 'multiline', key: 'notes', label: t.notes },
    { kind: 'number', key: 'canary', label: t.canary, hint: t.canary_hint },
  ];
  return (
    <FormDialog
      title={t.align_title}
      isOpen={isOpen}
      onClose={onClose}
      fields={fields}
      initial={{ name: '', notes: '', canary: null }}
      action={t.align}
      submit={({ name, notes, canary }) =>
        distribute.send({
          path: { site_id: plan.site_id },
          body: {
            ...distributionOf(plan, choice),
            ...(name === '' ? {} : { name }),
            ...(notes === '' ? {} : { notes }),
            ...(canary === null ? {} : { canary }),
          },
        })
      }
      extra={() => (
        <p className="muted">
          {t.selected(writesOf(plan, choice))}. {t.align_hint}
        </p>
      )}
    />
  );
}
