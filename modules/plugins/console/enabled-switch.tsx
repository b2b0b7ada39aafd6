import { Switch, useSession, useTexts, useWrite, words } from '@patchbay/console-kit';
import { texts } from './texts.ts';

export interface EnabledSwitchProps {
  readonly plugin_id: string;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly etag?: string | null;
}

/** Switches a plugin on or off for the viewer's organization. */
export function EnabledSwitch({ plugin_id, name, isEnabled, etag = null }: EnabledSwitchProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayCall } = useSession();
  const set = useWrite('PUT', '/plugins/{plugin_id}/enabled', {
    done: (reply) => (reply.enabled ? t.switched_on(name) : t.switched_off(name)),
  });
  if (!mayCall('PUT', '/plugins/{plugin_id}/enabled')) return isEnabled ? w.enabled : w.disabled;
  return (
    <Switch
      aria-label={t.enable(name)}
      isSelected={isEnabled}
      isDisabled={set.isPending}
      onChange={(enabled) => void set.run({ path: { plugin_id }, etag, body: { enabled } })}
    />
  );
}
