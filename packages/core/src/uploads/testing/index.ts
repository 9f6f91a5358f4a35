export * from './uploading.ts';
