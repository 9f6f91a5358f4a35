export * from './chat-completions-intelligence.ts';
export * from './private-ranges.ts';
