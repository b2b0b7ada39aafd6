import { ChangesList } from './changes-list.tsx';

export default function SiteChanges({ site_id }: { readonly site_id: string }) {
  return <ChangesList site_id={site_id} exportName="changes" />;
}
