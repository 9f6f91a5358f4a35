/** The inside of a widget; its lower left corner is the origin. */
export interface UprightBox {
  readonly width: number;
  readonly height: number;
  /** Of the border, which lies inside. */
  readonly border: number;
}
