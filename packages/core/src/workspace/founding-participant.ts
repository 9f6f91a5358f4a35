import type { ContextPorts, Part, PortsInside } from '../kernel/context-ports.ts';
import type { FoundingContext } from '../kernel/handler-context.ts';

/** What one context puts into every new workspace. */
export interface FoundingParticipant {
  readonly context: string;
  /** Runs in the founding transaction, which has entered the new workspace. */
  founded(context: FoundingContext): Promise<void>;
}

export interface FoundingPart extends Part {
  readonly kind: 'founding_participant';
  // biome-ignore lint/suspicious/noExplicitAny: the pipeline hands each part the ports that its own declaration was typed with
  bind(context: string, own: () => any): FoundingParticipant;
}

/** Declares a context's participant over its own ports. It is found because the context's index exports it. */
export const foundingParticipant = <S extends ContextPorts>(
  ports: S,
  declared: { founded(context: FoundingContext, own: PortsInside<S>): Promise<void> },
): FoundingPart => ({
  kind: 'founding_participant',
  ports,
  bind: (context, own) => ({ context, founded: (founding) => declared.founded(founding, own()) }),
});
