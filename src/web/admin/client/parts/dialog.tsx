import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTexts } from '../texts/texts.tsx';
import { IconButton } from './button.tsx';

/** A dialog, only to weigh two things: what lies behind it goes pale, Escape closes it, and the focus returns. */
export const Dialog = ({
  title,
  lead,
  isWide = false,
  onClose,
  children,
}: {
  readonly title: string;
  /** Whether it takes most of the window, as a page does that is looked at. */
  readonly isWide?: boolean;
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
      <Modal className={isWide ? 'dlg dlg-w' : 'dlg'}>
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
