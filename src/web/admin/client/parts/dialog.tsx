import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTexts } from '../texts/texts.tsx';
import { IconButton } from './button.tsx';

/** A dialog, only to weigh two things: what lies behind it goes pale, Escape closes it, and the focus returns. */
export const Dialog = ({
  title,
  lead,
  onClose,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  onClose(): void;
  readonly children: ReactNode;
}) => {
  const { say } = useTexts();
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className="dlg">
        <AriaDialog>
          <header>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <IconButton name="x" label={say('admin.close')} onPress={onClose} />
          </header>
          {lead && <p className="dlg-p">{lead}</p>}
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
};
