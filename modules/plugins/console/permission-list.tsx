import { Badge, type BadgeKind, useTexts } from '@patchbay/console-kit';
import { type PermissionLine, type PluginPermissions, permissionLines } from './permission-lines.ts';
import { texts } from './texts.ts';

export interface PermissionListProps {
  readonly permissions: PluginPermissions;
  /** Those of the version that is installed: differences are marked. */
  readonly former?: PluginPermissions;
}

const COLOURS: Readonly<Record<PermissionLine['change'], BadgeKind>> = {
  added: 'warning',
  removed: 'neutral',
  same: 'neutral',
};

/** Permissions of a plugin in words. */
export function PermissionList({ permissions, former }: PermissionListProps) {
  const t = useTexts(texts);
  const lines = permissionLines(permissions, former);
  if (lines.length === 0) return <p className="muted">{t.no_permissions}</p>;
  return (
    <ul className="stack" data-gap="small">
      {lines.map(({ kind, subject, change }) => (
        <li key={`${kind} ${subject}`}>
          {t[`permission_${kind}`]} {subject === '' ? null : <code>{subject}</code>}{' '}
          {change === 'same' ? null : <Badge kind={COLOURS[change]}>{t[change]}</Badge>}
        </li>
      ))}
    </ul>
  );
}
