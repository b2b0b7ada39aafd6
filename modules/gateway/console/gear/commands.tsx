import { SelectField, Stack, useSearchText, useTexts } from '@patchbay/console-kit';
import { ObjectForm } from './objects/object-form.tsx';
import type { Feature, GearPlace, Operation } from './place.ts';
import { texts } from './texts.ts';

export interface CommandsProps {
  readonly feature: Feature;
  readonly place: GearPlace;
}

/** Form of a command, which names no object. */
export function Commands({ feature, place }: CommandsProps) {
  const t = useTexts(texts);
  const [asked, ask] = useSearchText('operation');
  const operation = feature.operations.find((each) => each === asked) ?? feature.operations[0];
  const labels: Readonly<Record<Operation, string>> = {
    create: t.run_create,
    update: t.run_update,
    delete: t.run_delete,
  };
  if (operation === undefined) return null;
  return (
    <Stack>
      {feature.operations.length > 1 ? (
        <SelectField
          label={t.changed}
          choices={feature.operations.map((value) => ({ value, label: labels[value] }))}
          value={operation}
          onChange={ask}
        />
      ) : null}
      <ObjectForm
        key={operation}
        feature={feature}
        place={place}
        operation={operation}
        target_id={null}
        asksForTarget={!feature.singleton && operation !== 'create'}
        live={null}
        initial={{}}
      />
    </Stack>
  );
}
