import { add, at, type Vector } from './vector.ts'

/** Accumulates the sums of a weighted regression, whose matrix is stored as its lower triangle. */
export class LeastSquares {
  readonly #matrix: Vector[]
  readonly #right: Vector

  constructor(size: number) {
    this.#matrix = Array.from({ length: size }, (_, row) => new Float64Array(row + 1))
    this.#right = new Float64Array(size)
  }

  add(inputs: Vector, output: number): void {
    for (let row = 0; row < inputs.length; row++) {
      const input = at(inputs, row)
      const sums = this.#row(row)
      for (let column = 0; column <= row; column++) add(sums, column, input * at(inputs, column))
      add(this.#right, row, input * output)
    }
  }

  /** Returns the coefficients, each kept small by its penalty, which must be above 0. */
  solve(penalties: Vector): Vector {
    const size = this.#right.length
    const factor = this.#matrix.map((row) => row.slice())
    const rowOf = (row: number) => factor[row] as Vector // one per coefficient
    for (let row = 0; row < size; row++) add(rowOf(row), row, at(penalties, row))
    // Cholesky: the matrix is positive definite because of the penalties.
    for (let column = 0; column < size; column++) {
      const pivotRow = rowOf(column)
      const pivot = Math.sqrt(Math.max(at(pivotRow, column) - product(pivotRow, pivotRow, column), 1e-12))
      pivotRow[column] = pivot
      for (let row = column + 1; row < size; row++) {
        const current = rowOf(row)
        current[column] = (at(current, column) - product(current, pivotRow, column)) / pivot
      }
    }
    const solution = this.#right.slice()
    for (let row = 0; row < size; row++)
      solution[row] = (at(solution, row) - product(rowOf(row), solution, row)) / at(rowOf(row), row)
    for (let row = size - 1; row >= 0; row--) {
      for (let below = row + 1; below < size; below++)
        add(solution, row, -at(rowOf(below), row) * at(solution, below))
      solution[row] = at(solution, row) / at(rowOf(row), row)
    }
    return solution
  }

  #row(row: number): Vector {
    return this.#matrix[row] as Vector // one per coefficient
  }
}

function product(left: Vector, right: Vector, length: number): number {
  let sum = 0
  for (let index = 0; index < length; index++) sum += at(left, index) * at(right, index)
  return sum
}
