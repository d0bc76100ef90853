// What counts as a unit vector, wherever one comes from. Pure.

/** Whether the numbers are all finite and the length is 1, as far as 32-bit floats can tell. False for an empty one. */
export function isUnit(vector: Float32Array): boolean {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return Math.abs(sum - 1) < 0.01;
}
