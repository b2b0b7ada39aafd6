import { ChangesList } from './changes-list.tsx';

export default function ControllerChanges({ controller_id }: { readonly controller_id: string }) {
  return <ChangesList controller_id={controller_id} exportName="changes" />;
}
