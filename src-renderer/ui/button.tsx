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
 * `isPending` keeps the focus and refuses presses: a held Enter does nothing twice, and what keeps a press away, as a
 * lost connection does, goes by itself. react-aria's own pending state would announce the button by an id that is gone
 * when the press has changed the screen.
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
