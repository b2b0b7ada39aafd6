import { useState } from 'react';
import { ReferenceField } from '../controls/reference-field.tsx';
import type { FieldTexts } from '../controls/text-field.tsx';
import { useRead } from '../data/use-read.ts';

export interface NamedReferenceProps extends FieldTexts {
  readonly kind: 'site' | 'controller' | 'user';
  readonly value: string | null;
  onChange(id: string | null): void;
  readonly isRequired?: boolean;
}

/** Chooses a site, a controller or a user; shows the name of the one that is chosen already. */
export function NamedReference({ kind, ...props }: NamedReferenceProps) {
  if (kind === 'site') return <SiteReference {...props} />;
  return kind === 'user' ? <UserReference {...props} /> : <ControllerReference {...props} />;
}

type Props = Omit<NamedReferenceProps, 'kind'>;

/** The name is asked for only where the value came from elsewhere; what is chosen here has its name already. */
function useForeign({ value, onChange }: Props) {
  const [own, setOwn] = useState<string | null>(null);
  return {
    isForeign: value !== null && value !== own,
    choose: (id: string | null) => {
      setOwn(id);
      onChange(id);
    },
  };
}

function SiteReference(props: Props) {
  const { isForeign, choose } = useForeign(props);
  const path = { site_id: props.value ?? '' };
  const read = useRead('/sites/{site_id}', { path }, { enabled: isForeign });
  if (isForeign && read.isLoading) return null;
  return (
    <ReferenceField
      {...props}
      path="/sites"
      onChange={choose}
      nameOf={({ name }) => name}
      initialName={read.data?.name ?? ''}
    />
  );
}

function ControllerReference(props: Props) {
  const { isForeign, choose } = useForeign(props);
  const path = { controller_id: props.value ?? '' };
  const read = useRead('/controllers/{controller_id}', { path }, { enabled: isForeign });
  if (isForeign && read.isLoading) return null;
  return (
    <ReferenceField
      {...props}
      path="/controllers"
      onChange={choose}
      nameOf={({ name }) => name}
      initialName={read.data?.name ?? ''}
    />
  );
}

function UserReference(props: Props) {
  const { isForeign, choose } = useForeign(props);
  const path = { user_id: props.value ?? '' };
  const read = useRead('/users/{user_id}', { path }, { enabled: isForeign });
  if (isForeign && read.isLoading) return null;
  return (
    <ReferenceField
      {...props}
      path="/users"
      onChange={choose}
      nameOf={({ username }) => username}
      initialName={read.data?.username ?? ''}
    />
  );
}
