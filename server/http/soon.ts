/** A value that is known at once, or a promise of it. */
export type Soon<Value> = Value | Promise<Value>

/** Takes the next step at once if the value is known: most requests wait for nothing, and each promise costs them time. */
export function whenKnown<Value, Next>(value: Soon<Value>, step: (value: Value) => Soon<Next>): Soon<Next> {
  return value instanceof Promise ? value.then(step) : step(value)
}
