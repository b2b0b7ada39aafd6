import { Dialog } from '../surfaces/dialog.tsx';
import { Form, type FormProps } from './form.tsx';

export interface FormDialogProps<V extends object> extends Omit<FormProps<V>, 'onCancel'> {
  readonly title: string;
  readonly isOpen: boolean;
  onClose(): void;
  readonly size?: 'normal' | 'wide';
}

/** A form in a dialog; it closes when the platform took it. */
export function FormDialog<V extends object>({
  title,
  isOpen,
  onClose,
  size = 'normal',
  submit,
  ...form
}: FormDialogProps<V>) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} size={size} keepsOpen>
      <Form
        {...form}
        onCancel={onClose}
        submit={async (values, etag) => {
          await submit(values, etag);
          onClose();
        }}
      />
    </Dialog>
  );
}
