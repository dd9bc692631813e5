import { useTexts } from '../texts/texts.tsx';
import { Button } from './button.tsx';
import { useToast } from './toast.tsx';

/** A button that copies a text, and says whether that was possible. */
export function CopyButton({ text }: { readonly text: string }) {
  const { say } = useTexts();
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ text: say('admin.account.copied') });
    } catch {
      // Browsers give the clipboard to encrypted sites alone, and to whoever allows it.
      toast({ text: say('admin.account.copy_by_hand') });
    }
  };
  return (
    <Button look="quiet" icon="copy" onPress={() => void copy()}>
      {say('admin.people.copy')}
    </Button>
  );
}
