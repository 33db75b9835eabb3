import { Option } from 'commander'

/** An option with a comma-separated list of known values. Commander's own choices would permit only one value, and fill the help. */
export class ListOption extends Option {
  readonly values: readonly string[]
  constructor(flags: string, description: string, values: readonly string[]) {
    super(flags, description)
    this.values = values
  }
}
