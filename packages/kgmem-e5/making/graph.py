"""Writes the encoder as an ONNX graph, its matrices in 8 bit.

Input are the word vectors of texts of one length (the words are looked up outside),
output the state of each piece. Each piece's row is quantised by a scale of its own,
within the graph, so that no row depends on another text.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

from making.weights import Floats, Weights

OPSET = 20
IR_VERSION = 9
CONTRIB = "com.microsoft"
LARGEST = 127
MIDDLE = 128
"""What zero is written as: the kernels take unsigned rows."""
SMALLEST = 1e-9

LOUD: Mapping[int, float] = {
    **dict.fromkeys((15, 35), 5.0),
    **{321: 4.0, 87: 3.0, 60: 2.5},
    **dict.fromkeys((146, 269, 297, 345, 347, 351), 1.5),
}
"""Columns of the states in which this model has values up to 30 times the usual one:
they are divided by this before a row gets its scale, the matrix is multiplied. Without
it all others would be rounded three times as coarsely."""


class Graph:
    """Nodes and constants as they are added; a tensor is known by its name."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, npt.NDArray[Any]] = {}

    def add(self, kind: str, *inputs: str, count: int = 1, **options: object) -> str:
        """A node; the name of its first output."""
        name = f"{kind}{len(self.nodes)}"
        outputs = [name, *(f"{name}.{i}" for i in range(1, count))]
        self.nodes.append(helper.make_node(kind, inputs, outputs, **options))
        return name

    def constant(self, name: str, value: npt.ArrayLike) -> str:
        self.constants.setdefault(name, np.asarray(value))
        return name

    def number(self, value: float) -> str:
        return self.constant(f"number {value}", np.float32(value))

    def indices(self, *values: int) -> str:
        return self.constant(f"indices {values}", np.array(values, np.int64))


def encoder(weights: Weights) -> onnx.ModelProto:
    """From word vectors (texts, pieces, width) to states of the same shape."""
    graph = Graph()
    shape = graph.add("Shape", "words")
    states = _placed(graph, weights, shape)
    for layer in range(weights.layers):
        states = _layer(graph, weights, f"l{layer}", states, shape)
    graph.add("Reshape", states, shape)
    graph.nodes[-1].output[0] = "states"
    return _model(graph, weights.width)


def _placed(graph: Graph, weights: Weights, shape: str) -> str:
    """Words with what each place adds; from here on one row for each piece."""
    width, tensors = weights.width, weights.tensors
    places = tensors["emb.pos"].reshape(-1, width) + tensors["emb.type"][:width]
    first, length = graph.indices(0), graph.add("Gather", shape, graph.indices(1))
    used = graph.add("Slice", graph.constant("places", places), first, length, first)
    return _normed(graph, weights, "emb.ln", _rows(graph, weights, "words", used))


def _rows(graph: Graph, weights: Weights, *summed: str) -> str:
    whole = graph.add("Add", *summed) if len(summed) > 1 else summed[0]
    return graph.add("Reshape", whole, graph.indices(-1, weights.width))


def _layer(graph: Graph, weights: Weights, at: str, states: str, shape: str) -> str:
    seen = _attention(graph, weights, at, states, shape)
    told = _signed(graph, f"{at}.ao", seen, *_matrix(weights, f"{at}.ao"))
    states = _normed(graph, weights, f"{at}.aln", graph.add("Add", states, told))
    inner = _loud(graph, f"{at}.fi", states, *_matrix(weights, f"{at}.fi"))
    inner = graph.add("Gelu", inner)
    told = _unsigned(graph, f"{at}.fo", inner, *_matrix(weights, f"{at}.fo"))
    return _normed(graph, weights, f"{at}.oln", graph.add("Add", states, told))


def _attention(graph: Graph, weights: Weights, at: str, states: str, shape: str) -> str:
    matrices, biases = zip(*(_matrix(weights, f"{at}.{x}") for x in "qkv"), strict=True)
    matrix, bias = np.concatenate(matrices), np.concatenate(biases)
    both = _loud(graph, f"{at}.qkv", states, matrix, bias)
    first = graph.add("Split", both, count=3, axis=1, num_outputs=3)
    parts = [
        graph.add("Reshape", part, shape)
        for part in (first, f"{first}.1", f"{first}.2")
    ]
    seen = graph.add(
        "MultiHeadAttention", *parts, domain=CONTRIB, num_heads=weights.heads
    )
    return _rows(graph, weights, seen)


def _matrix(weights: Weights, at: str) -> tuple[Floats, Floats]:
    """A matrix as (outputs, inputs), and what is added to its product."""
    bias = weights.tensors[f"{at}.b"]
    return weights.tensors[f"{at}.w"].reshape(len(bias), -1), bias


def _normed(graph: Graph, weights: Weights, at: str, rows: str) -> str:
    scale, shift = (
        graph.constant(f"{at}.{part}", weights.tensors[f"{at}.{part}"]) for part in "wb"
    )
    epsilon = float(weights.epsilon)
    return graph.add("LayerNormalization", rows, scale, shift, epsilon=epsilon)


def _loud(graph: Graph, at: str, rows: str, matrix: Floats, bias: Floats) -> str:
    """The product of states, whose loud columns are made quieter."""
    loud = np.ones(matrix.shape[1], np.float32)
    loud[list(LOUD)] = list(LOUD.values())
    rows = graph.add("Mul", rows, graph.constant("quieter", 1 / loud))
    return _signed(graph, at, rows, matrix * loud, bias)


def _signed(graph: Graph, at: str, rows: str, matrix: Floats, bias: Floats) -> str:
    """The product of rows that are about as often negative as positive."""
    ends = graph.indices(-1)
    largest = graph.add("ReduceMax", graph.add("Abs", rows), ends)
    scale = _scale(graph, largest, LARGEST)
    whole = graph.add("Round", graph.add("Div", rows, scale))
    whole = graph.add("Add", whole, graph.number(MIDDLE))
    zero = graph.constant("middle", np.uint8(MIDDLE))
    return _product(graph, at, (whole, zero), scale, _rounded(matrix), bias)


def _unsigned(graph: Graph, at: str, rows: str, matrix: Floats, bias: Floats) -> str:
    """The product of rows that reach further up than down, as Gelu leaves them."""
    ends = graph.indices(-1)
    least = graph.add("ReduceMin", rows, ends)
    above = graph.add("Sub", rows, least)
    scale = _scale(graph, graph.add("ReduceMax", above, ends), 2 * LARGEST + 1)
    whole = graph.add("Round", graph.add("Div", above, scale))
    numbers, sizes = _rounded(matrix)
    sums = graph.constant(f"{at}.sums", numbers.sum(axis=1).astype(np.float32) * sizes)
    product = _product(graph, at, (whole,), scale, (numbers, sizes), bias)
    return graph.add("Add", product, graph.add("Mul", least, sums))


def _scale(graph: Graph, largest: str, steps: int) -> str:
    some = graph.add("Max", largest, graph.number(SMALLEST))
    return graph.add("Mul", some, graph.number(1 / steps))


def _rounded(matrix: Floats) -> tuple[npt.NDArray[np.int8], Floats]:
    """Whole numbers and each output's scale.

    Processors without VNNI add two neighbouring products in 16 bit: 255 times the sum
    of two neighbours has to fit in there, so that all processors get the same.
    """
    sizes = np.abs(matrix)
    neighbours = (sizes[:, 0::2] + sizes[:, 1::2]).max(axis=1)
    scales = (neighbours / LARGEST).astype(np.float32)
    return np.rint(matrix / scales[:, None]).astype(np.int8), scales


def _product(
    graph: Graph,
    at: str,
    rows: tuple[str, ...],
    scale: str,
    matrix: tuple[npt.NDArray[np.int8], Floats],
    bias: Floats,
) -> str:
    numbers, sizes = matrix
    weights = graph.constant(f"{at}.w", np.ascontiguousarray(numbers.T))
    whole = graph.add("Cast", rows[0], to=TensorProto.UINT8)
    product = graph.add("MatMulInteger", whole, weights, *rows[1:])
    product = graph.add("Cast", product, to=TensorProto.FLOAT)
    product = graph.add("Mul", product, scale)
    product = graph.add("Mul", product, graph.constant(f"{at}.s", sizes))
    return graph.add("Add", product, graph.constant(f"{at}.b", bias))


def _model(graph: Graph, width: int) -> onnx.ModelProto:
    shape = ["texts", "pieces", width]
    ends = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
        for name in ("words", "states")
    ]
    constants = [numpy_helper.from_array(v, n) for n, v in graph.constants.items()]
    return helper.make_model(
        helper.make_graph(graph.nodes, "e5", ends[:1], ends[1:], constants),
        opset_imports=[
            helper.make_opsetid("", OPSET),
            helper.make_opsetid(CONTRIB, 1),
        ],
        ir_version=IR_VERSION,
    )
