export * from './clamd-scanner.ts';
export * from './embedded-scanner.ts';
