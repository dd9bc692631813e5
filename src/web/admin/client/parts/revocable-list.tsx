import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** Something that lets somebody in, or a program: a token, a session, a passkey, a secret address. */
export interface Revocable {
  readonly id: number;
  readonly name: string;
  readonly told: ReactNode;
  /** Stands in place of the button. */
  readonly note?: string;
}

/** A list of what lets people and programs in, each with the button that ends it. */
export function RevocableList({
  items,
  end,
}: {
  /** Undefined while they are waited for. */
  readonly items: readonly Revocable[] | undefined;
  /** The button that ends one; without it none can be ended here. */
  readonly end?: {
    readonly text: string;
    /** Names the button for those who don't see what it stands beside. */
    labelOf(name: string): string;
    onEnd(item: Revocable): void;
  };
}) {
  return (
    <ul className="acc-l">
      {items?.map((item) => (
        <li key={item.id}>
          <span>
            <b>{item.name}</b>
            <small>{item.told}</small>
          </span>
          {item.note !== undefined && <span className="dim">{item.note}</span>}
          {end && item.note === undefined && (
            <Button
              look="quiet"
              size="small"
              aria-label={end.labelOf(item.name)}
              onPress={() => end.onEnd(item)}
            >
              {end.text}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
