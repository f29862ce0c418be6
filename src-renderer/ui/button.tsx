import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import './button.css';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps extends Omit<
  AriaButtonProps,
  'className' | 'style' | 'children' | 'isPending' | 'aria-disabled'
> {
  readonly isPending?: boolean;
  readonly tone?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly size?: 'm' | 'l';
  readonly icon?: IconName;
  readonly wide?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children?: ReactNode;
}

/**
 * `isPending` keeps the focus and refuses every further press, so that a held Enter cannot do a thing twice; it is also
 * for what keeps a press away and goes by itself, such as a lost connection.
 * react-aria's own pending state would besides announce the button by an id that is gone when the press has changed the
 * screen.
 */
export function Button({
  tone = 'plain',
  size = 'm',
  icon,
  wide = false,
  isPending = false,
  children,
  onPress,
  type = 'button',
  ...rest
}: ButtonProps) {
  const classes = [
    'button',
    `button--${tone}`,
    `button--${size}`,
    wide ? 'button--wide' : '',
    children === undefined ? 'button--icon' : '',
  ];
  return (
    <AriaButton
      {...rest}
      {...(isPending ? { 'aria-disabled': true } : { type, ...(onPress === undefined ? {} : { onPress }) })}
      className={classes.filter(Boolean).join(' ')}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </AriaButton>
  );
}
