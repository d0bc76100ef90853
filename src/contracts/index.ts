// The vocabulary of the house, in one place. Types and error classes only; imports nothing of ours.

export * from './agent.js';
export * from './channel.js';
export * from './check.js';
export * from './clock.js';
export * from './context.js';
export * from './dream.js';
export * from './errors.js';
export * from './jobs.js';
export * from './log.js';
export * from './memory.js';
export * from './model.js';
export * from './schedule.js';
export * from './scope.js';
export * from './skill.js';
export * from './tool.js';
export * from './transcript.js';
export * from './usage.js';
