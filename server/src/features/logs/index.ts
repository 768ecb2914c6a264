export { readDeliveryFigures } from './delivery-figures.queries.ts'
