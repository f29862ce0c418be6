import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  readonly fallback: (again: () => void) => ReactNode;
}

/**
 * Keeps a fault inside its area. It shows no stack and no message: either could carry a value that must not be seen.
 */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  readonly again = (): void => {
    this.setState({ broken: false });
  };

  override render(): ReactNode {
    return this.state.broken ? this.props.fallback(this.again) : this.props.children;
  }
}
