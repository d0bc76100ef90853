import { expect, it } from 'vitest';
import { isRedisAddress } from '../../../src/config/redis-address.js';

it.each([
  'redis://h',
  'rediss://h:6380/2',
  'redis://user:p%40ss%2F@127.0.0.1:6379',
  'redis://:p@ss@h',
  'redis://[::1]:6379/0?family=6',
])('%s can be read by the client', (address) => {
  expect(isRedisAddress(address)).toBe(true);
});

it.each([
  'redis://h:99999',
  'redis://h:port',
  'redis://:p/ss@h:6379',
  'redis://:p#ss@h:6379',
  'redis://:100%@h:6379',
  'redis://:@:6379',
  'redis:///run/redis.sock',
  'redis://h/name',
])('%s is refused with the configuration, not by a crash of a start', (address) => {
  expect(isRedisAddress(address)).toBe(false);
});
