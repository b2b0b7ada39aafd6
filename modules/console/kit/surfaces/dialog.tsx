import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from '../controls/button.tsx';
import { useTexts } from '../text/texts.ts';
import { words } from '../text/words.ts';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  onClose(): void;
  readonly children: ReactNode;
  readonly size?: 'normal' | 'wide';
  /** At the side, for what is looked at beside the page. */
  readonly isDrawer?: boolean;
  /** True: a click beside it does not close it, because something was typed. */
  readonly keepsOpen?: boolean;
  readonly role?: 'dialog' | 'alertdialog';
}

export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  size = 'normal',
  isDrawer = false,
  keepsOpen = false,
  role = 'dialog',
}: DialogProps) {
  const w = useTexts(words);
  return (
    <ModalOverlay
      className="overlay"
      data-side={isDrawer ? '' : undefined}
      isOpen={isOpen}
      isDismissable={!keepsOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className="modal" data-size={size}>
        <AriaDialog className="dialog" role={role}>
          <div className="row" data-spread="">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {/* A drawer may fill a narrow screen: nothing beside it is left to be clicked. */}
            {isDrawer ? (
              <Button variant="quiet" isIcon aria-label={w.close} onPress={onClose}>
                ×
              </Button>
            ) : null}
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <div className="dialog-actions">{children}</div>
);
