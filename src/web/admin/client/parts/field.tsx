import type { ReactNode } from 'react';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
} from 'react-aria-components';
import { Icon } from './icon.tsx';

/** The properties of a field for a text. */
export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'style' | 'children'> {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  /** Its fault in words, which stands in place of the help. */
  readonly problem?: ReactNode;
  readonly isLong?: boolean;
  readonly className?: string;
  readonly placeholder?: string;
  readonly inputClassName?: string;
}

/** The words for a fault of a field, with an icon. */
export const Problem = ({ children }: { children: ReactNode }) => (
  <>
    <Icon name="warn" />
    <span>{children}</span>
  </>
);

/**
 * Way in which fields tell their faults: by ARIA alone. Told to the browser, too, they would keep a form from being sent again,
 * and what the interface has refused stands there until it is.
 */
export const TOLD = 'aria';

/** A field for a text: label above, help below, which what is wrong replaces. */
export const TextField = ({
  label,
  help,
  problem,
  isLong = false,
  className,
  placeholder,
  inputClassName,
  ...rest
}: TextFieldProps) => {
  const isBad = problem !== undefined && problem !== '';
  const place = placeholder === undefined ? {} : { placeholder };
  return (
    <AriaTextField
      {...rest}
      isInvalid={isBad}
      validationBehavior={TOLD}
      className={`f${isBad ? ' is-bad' : ''}${className ? ` ${className}` : ''}`}
    >
      <Label>{label}</Label>
      {isLong ? (
        <TextArea dir="auto" className={inputClassName ?? ''} {...place} />
      ) : (
        <Input dir="auto" className={inputClassName ?? ''} {...place} />
      )}
      {help && !isBad && (
        <Text slot="description" className="h">
          {help}
        </Text>
      )}
      <FieldError className="f-e">{isBad && <Problem>{problem}</Problem>}</FieldError>
    </AriaTextField>
  );
};
